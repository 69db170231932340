import './base.css';
import './shell.css';
import '../kit/kit.css';
import '../kit/list/records.css';

// The build gives each component its own.
if (import.meta.env.DEV) void import('@mantine/core/styles.layer.css');
