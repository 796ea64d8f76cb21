/// Import of operating system logs: systemd's journal, kernel messages, syslog, and the unified log of macOS. Their
/// entries become log rows, like those of logcat.
package traceglass.ingest.systemlog;
