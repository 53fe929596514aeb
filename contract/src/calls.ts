import {
  changePassword,
  confirmEmail,
  endOtherSessions,
  endSession,
  forgotPassword,
  getPreferences,
  listSessions,
  setPassword,
  setPicture,
  setPreferences,
} from './account.ts'
import { countFacets, listApplications } from './applicationList.ts'
import { getApplication, setApplicationDocuments, setExpiryDate, submitApplication, withdrawApplication } from './applications.ts'
import { archiveDocuments } from './archive.ts'
import { finishGoogleSignIn, login, logout, me, registerClient, startGoogleSignIn, takeSession } from './auth.ts'
import { getCaseDates, setCaseDates } from './caseDates.ts'
import { getCharts } from './charts.ts'
import {
  countCompanyFacets,
  createCompany,
  deleteCompany,
  getCompany,
  listCompanies,
  setCompanyDocuments,
  updateCompany,
} from './companies.ts'
import { getAnalytics, getStats, listExpiringVisas } from './dashboard.ts'
import { getRisk, listDeadlines, resumeDeadline, stopDeadline } from './deadlines.ts'
import { getDocument, uploadDocument } from './documents.ts'
import { deleteDraft, getDraft, saveDraft } from './drafts.ts'
import {
  countEmployeeFacets,
  createEmployee,
  deleteEmployee,
  getEmployee,
  getOwnRecord,
  listEmployees,
  renewEmployee,
  requestCancellation,
  updateEmployee,
} from './employees.ts'
import { getEstablishment, getReadiness, setEstablishment } from './establishments.ts'
import { exportApplications, exportCompanies, exportEmployees, exportJournal, exportTransactions, exportUsers } from './exports.ts'
import { correctFacts } from './facts.ts'
import { listApplicationHistory, listCompanyHistory, listEmployeeHistory, listTransactionHistory } from './history.ts'
import { checkImport, listImports, runImport, undoImport } from './imports.ts'
import { listJournal } from './journal.ts'
import { streamChanges } from './live.ts'
import { listMessages, readMessages, sendMessage } from './messages.ts'
import { addNote, listNotes } from './notes.ts'
import { getUnreadNotices, listNotices, readNotices } from './notices.ts'
import { copyMailLink, listWaitingMails } from './outbox.ts'
import { addPaper, getPaper, listPapers, updatePaper, withdrawPaper } from './papers.ts'
import { findDuplicate, getPerson, listPeople } from './people.ts'
import { cancelBank, confirmBank, getProvider, updateProvider } from './provider.ts'
import { addRule, confirmRule, getRule, listRules } from './rules.ts'
import { search } from './search.ts'
import { getSettings } from './settings.ts'
import { addStage, listStages, updateStage } from './stages.ts'
import { countWaiting, getToday } from './today.ts'
import {
  approveTopup,
  getBalance,
  getDues,
  getStatement,
  listTransactions,
  makeTopupReference,
  rejectTopup,
  requestTopup,
  reverseTransaction,
} from './transactions.ts'
import { beginTwoStep, confirmTwoStep, endTwoStep, getTwoStep, passSecondStep, renewRecoveryCodes } from './twoStep.ts'
import { approveUser, deleteUser, getUser, inviteUser, listUsers, switchCompany } from './users.ts'
import { deleteView, listViews, saveView } from './views.ts'
import {
  advanceApplication,
  advanceApplications,
  assignApplications,
  getWork,
  handOverCases,
  listCarriers,
  setWork,
  undoAdvance,
} from './work.ts'

export const calls = {
  login,
  logout,
  me,
  startGoogleSignIn,
  finishGoogleSignIn,
  takeSession,
  passSecondStep,
  registerClient,
  forgotPassword,
  setPassword,
  confirmEmail,
  changePassword,
  listSessions,
  endSession,
  endOtherSessions,
  getPreferences,
  setPreferences,
  setPicture,
  getTwoStep,
  beginTwoStep,
  confirmTwoStep,
  endTwoStep,
  renewRecoveryCodes,
  getStats,
  listExpiringVisas,
  getAnalytics,
  getCharts,
  getToday,
  countWaiting,
  listApplications,
  countFacets,
  listPeople,
  findDuplicate,
  getApplication,
  submitApplication,
  setExpiryDate,
  listStages,
  addStage,
  updateStage,
  setApplicationDocuments,
  correctFacts,
  withdrawApplication,
  advanceApplication,
  undoAdvance,
  advanceApplications,
  listCarriers,
  getWork,
  setWork,
  getCaseDates,
  setCaseDates,
  assignApplications,
  handOverCases,
  listApplicationHistory,
  listMessages,
  sendMessage,
  readMessages,
  listNotes,
  addNote,
  listCompanies,
  getCompany,
  createCompany,
  updateCompany,
  deleteCompany,
  setCompanyDocuments,
  listCompanyHistory,
  listUsers,
  getUser,
  inviteUser,
  approveUser,
  deleteUser,
  switchCompany,
  listEmployees,
  countCompanyFacets,
  countEmployeeFacets,
  getEmployee,
  getPerson,
  getOwnRecord,
  createEmployee,
  updateEmployee,
  deleteEmployee,
  renewEmployee,
  requestCancellation,
  listEmployeeHistory,
  getDraft,
  saveDraft,
  deleteDraft,
  getBalance,
  listTransactions,
  getStatement,
  getDues,
  makeTopupReference,
  requestTopup,
  approveTopup,
  rejectTopup,
  reverseTransaction,
  listTransactionHistory,
  listViews,
  saveView,
  deleteView,
  uploadDocument,
  getDocument,
  archiveDocuments,
  exportApplications,
  exportEmployees,
  exportCompanies,
  exportUsers,
  exportTransactions,
  exportJournal,
  search,
  getSettings,
  getProvider,
  updateProvider,
  confirmBank,
  cancelBank,
  getEstablishment,
  setEstablishment,
  getReadiness,
  listPapers,
  getPaper,
  addPaper,
  updatePaper,
  withdrawPaper,
  listDeadlines,
  getRisk,
  stopDeadline,
  resumeDeadline,
  checkImport,
  runImport,
  listImports,
  undoImport,
  listRules,
  getRule,
  addRule,
  confirmRule,
  listJournal,
  listWaitingMails,
  copyMailLink,
  listNotices,
  getUnreadNotices,
  readNotices,
  streamChanges,
}
