/// Import of the logs of operating systems: the journal of systemd, kernel messages, syslog, and the unified log of
/// macOS. Their lines become rows of the logs, as those of logcat do.
package traceglass.ingest.systemlog;
