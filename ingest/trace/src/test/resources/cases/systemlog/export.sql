-- @case values with line feeds are whole
SELECT l.ts, l.log_source, t.tid, p.pid, p.name AS process, l.prio, l.tag, l.msg FROM logs l LEFT JOIN thread t USING (utid) LEFT JOIN process p USING (upid) ORDER BY l.id;
