import rows from '../ui/Rows.module.css'
import { ApplicationRow, type ApplicationRowProps } from './ApplicationRow.tsx'

interface ApplicationListProps extends Omit<ApplicationRowProps, 'application' | 'about'> {
  applications: readonly ApplicationRowProps['application'][]
  /** The text beside the passport number. */
  aboutOf: (application: ApplicationRowProps['application']) => string | undefined
}

export const ApplicationList = ({ applications, aboutOf, ...options }: ApplicationListProps) => (
  <ul className={rows.rows}>
    {applications.map((application) => (
      <li key={application.id}>
        <ApplicationRow application={application} about={aboutOf(application)} {...options} />
      </li>
    ))}
  </ul>
)
