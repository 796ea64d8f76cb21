-- Entries of systemd's journal.

-- Lines of the systemd journal.
CREATE PERFETTO VIEW linux_systemd_journald_logs(
  id ID, ts TIMESTAMP, utid JOINID(thread.id), prio LONG, tag STRING, msg STRING, uid LONG, comm STRING, systemd_unit STRING,
  hostname STRING, transport STRING
)
AS
SELECT
  l.id,
  l.ts,
  l.utid,
  -- Entries of files have Android's priorities, as other logs do.
  coalesce(CAST(extract_arg(l.arg_set_id, 'syslog_priority') AS INT), l.prio) AS prio,
  l.tag,
  l.msg,
  CAST(extract_arg(l.arg_set_id, 'uid') AS INT) AS uid,
  extract_arg(l.arg_set_id, 'comm') AS comm,
  extract_arg(l.arg_set_id, 'systemd_unit') AS systemd_unit,
  extract_arg(l.arg_set_id, 'hostname') AS hostname,
  extract_arg(l.arg_set_id, 'transport') AS transport
FROM logs AS l
WHERE l.log_source IN ('systemd_journald', 'journald');
