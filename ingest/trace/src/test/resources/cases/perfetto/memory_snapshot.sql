-- @case shared memory counts once: for the owner of the highest importance, the remainder for the node itself
SELECT p.pid, n.path, n.size, n.effective_size FROM memory_snapshot_node AS n JOIN process_memory_snapshot AS s ON s.id = n.process_snapshot_id JOIN process AS p USING (upid) ORDER BY p.pid, n.path

-- @case values other than sizes have their unit
SELECT n.path, a.key, a.display_value FROM memory_snapshot_node AS n JOIN args AS a USING (arg_set_id) ORDER BY n.path, a.key

-- @case owners point to what they own
SELECT a.path AS owner, b.path AS owned, e.importance FROM memory_snapshot_edge AS e JOIN memory_snapshot_node AS a ON a.id = e.source_node_id JOIN memory_snapshot_node AS b ON b.id = e.target_node_id ORDER BY 1

-- @case packets of one time are one snapshot
SELECT timestamp, detail_level FROM memory_snapshot

-- @case a snapshot is an event with its time
.details memory_snapshot 0
.details memory_snapshot 1
