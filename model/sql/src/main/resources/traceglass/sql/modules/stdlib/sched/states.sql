-- Names of scheduling states.

-- States of Linux by their letters. Those of Windows are words already, and all others are unchanged.
CREATE PERFETTO FUNCTION sched_state_to_human_readable_string(short_name STRING) RETURNS STRING AS
SELECT CASE $short_name
  WHEN 'R' THEN 'Runnable'
  WHEN 'R+' THEN 'Runnable (Preempted)'
  WHEN 'I' THEN 'Idle'
  WHEN 'S' THEN 'Sleeping'
  WHEN 'D' THEN 'Uninterruptible Sleep'
  WHEN 'T' THEN 'Stopped'
  WHEN 't' THEN 'Traced'
  WHEN 'X' THEN 'Exit (Dead)'
  WHEN 'Z' THEN 'Exit (Zombie)'
  WHEN 'x' THEN 'Task Dead'
  WHEN 'K' THEN 'Wakekill'
  WHEN 'W' THEN 'Waking'
  WHEN 'P' THEN 'Parked'
  WHEN 'N' THEN 'No Load'
  ELSE $short_name
END;

-- Name of the state, with I/O waits where they are known.
CREATE PERFETTO FUNCTION sched_state_io_to_human_readable_string(sched_state STRING, io_wait BOOL) RETURNS STRING AS
SELECT coalesce(sched_state_to_human_readable_string($sched_state), '') || CASE WHEN $io_wait IS NULL THEN '' WHEN $io_wait THEN ' (IO)' ELSE ' (non-IO)' END;
