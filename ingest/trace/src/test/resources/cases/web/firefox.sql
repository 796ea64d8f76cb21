-- @case lines are log messages of their threads; lines without a time belong to the message before
SELECT l.ts - 1714557600000000000 AS ns, l.prio, l.tag, l.msg, t.name AS thread, p.pid, p.name AS process
FROM __intrinsic_logs l LEFT JOIN thread t USING (utid) LEFT JOIN process p USING (upid) ORDER BY l.ts;
