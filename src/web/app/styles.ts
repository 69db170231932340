import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import '#src/site/look/assets/look.css';
import './shell.css';
import '../parts/parts.css';
import '../parts/records.css';
