-- Kernel threads: those of kthreadd, which has process id 2, and its children.

-- Threads of the kernel.
CREATE PERFETTO TABLE linux_kernel_threads(
  upid JOINID(process.id), utid JOINID(thread.id), pid LONG, tid LONG, process_name STRING, thread_name STRING,
  machine_id JOINID(machine.id)
)
AS
WITH
  kthreadd AS (SELECT upid FROM process WHERE pid = 2),
  kernel AS (SELECT upid FROM kthreadd UNION SELECT p.upid FROM process AS p JOIN kthreadd AS k ON p.parent_upid = k.upid)
SELECT upid, t.utid, p.pid, t.tid, p.name AS process_name, t.name AS thread_name, p.machine_id
FROM kernel
JOIN process AS p USING (upid)
JOIN thread AS t USING (upid)
ORDER BY upid, t.utid;
