import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import '../../lib/assets/look.css';
import './shell.css';
import '../parts/parts.css';
import '../parts/records.css';
