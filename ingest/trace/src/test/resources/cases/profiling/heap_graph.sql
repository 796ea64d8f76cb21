-- @case objects have a class, a size and whether a root reaches them
SELECT o.graph_sample_ts, p.pid, o.id, c.name, o.self_size, o.native_size, o.reachable, o.root_type, o.root_distance, o.heap_type FROM heap_graph_object AS o JOIN heap_graph_class AS c ON c.id = o.type_id JOIN process AS p ON p.upid = o.upid ORDER BY o.id

-- @case classes have a kind, a location and a superclass
SELECT c.id, c.name, c.superclass_id, c.kind, c.location, c.classloader_id FROM heap_graph_class AS c ORDER BY c.id

-- @case references have the name and type of their field
SELECT owner_id, owned_id, field_name, field_type_name, deobfuscated_field_name FROM heap_graph_reference ORDER BY id

-- @case lost packets are counted
SELECT name, idx, severity, source, value FROM stats WHERE value != 0 AND name != 'clock_sync_cache_miss' ORDER BY name, idx

-- @case the tree of classes sums objects and sizes below each
INCLUDE PERFETTO MODULE android.memory.heap_graph.class_summary_tree;
SELECT graph_sample_ts AS ts, name, root_type, self_count, self_size, cumulative_count, cumulative_size FROM android_heap_graph_class_summary_tree ORDER BY ts, cumulative_size DESC, name

-- @case an object is dominated by the one that all paths to it pass
INCLUDE PERFETTO MODULE android.memory.heap_graph.raw_dominator_tree;
SELECT id, idom_id FROM _raw_heap_graph_dominator_tree ORDER BY id

-- @case the dominated objects add up by class
INCLUDE PERFETTO MODULE android.memory.heap_graph.dominator_class_tree;
SELECT name, self_count, self_size FROM _heap_graph_dominator_class_tree ORDER BY name, self_size

-- @case objects sum what is below them
INCLUDE PERFETTO MODULE android.memory.heap_graph.object_tree;
SELECT id, cumulative_size, cumulative_native_size, cumulative_count FROM _heap_graph_object_tree_aggregation ORDER BY id

-- @case a heap has totals of all objects and of the reachable ones
INCLUDE PERFETTO MODULE android.memory.heap_graph.heap_graph_stats;
SELECT graph_sample_ts AS ts, total_heap_size, total_obj_count, reachable_heap_size, reachable_obj_count FROM android_heap_graph_stats ORDER BY ts

-- @case a dump has its classes with the memory that they retain
.heap

-- @case an object has its path from a root and what refers to it
.heap org.Node
.heap org.Leaf
.heap byte[]

-- @case a dump is an event on the track of its process
.data Process 5 › ART heap dump
.details heap_graph 0
.details heap_graph 1

-- @case a flame graph of a dump has classes along the shortest paths
.flame heap_graph 0
.flame all

-- @case a lost part of a dump is reported
.doctor

-- @case the classes on the way from a root to each object are a flame graph
SELECT id, depth, name, count, cumulative_count AS all_count, size, cumulative_size AS all_size, parent_id FROM experimental_flamegraph('graph', 100, NULL, 1, NULL, NULL) ORDER BY id

-- @case a focus leaves the stacks with a matching frame
SELECT depth, name, size, cumulative_size AS all_size FROM experimental_flamegraph('graph', 100, NULL, 1, NULL, 'Leaf') ORDER BY id

-- @case an incomplete heap is one frame with a message
SELECT depth, name, cumulative_size FROM experimental_flamegraph('graph', 200, NULL, 2, NULL, NULL) ORDER BY id

-- @case a flame graph needs a kind, a time and a process
SELECT * FROM experimental_flamegraph('other', 100, NULL, 1, NULL, NULL)

-- @case a heap without a process has no flame graph
SELECT * FROM experimental_flamegraph('graph', 100, NULL, NULL, '1', NULL)

-- @case dominators have the size of all that they dominate
INCLUDE PERFETTO MODULE android.memory.heap_graph.dominator_tree;
SELECT d.id, d.idom_id, d.dominated_obj_count AS n, d.dominated_size_bytes AS size, d.depth FROM heap_graph_dominator_tree AS d ORDER BY d.id

-- @case classes are counted with what they dominate
INCLUDE PERFETTO MODULE android.memory.heap_graph.heap_graph_class_aggregation;
SELECT type_name, is_libcore_or_array AS lib, obj_count, size_bytes, reachable_obj_count AS reached, dominated_obj_count AS dominated, dominated_size_bytes AS dominated_size FROM android_heap_graph_class_aggregation ORDER BY type_name, upid

-- @case a class without a known superclass descends only from itself
INCLUDE PERFETTO MODULE android.memory.heap_graph.class_relationship;
SELECT d.* FROM android_heap_graph_class_find_descendants!((SELECT id FROM heap_graph_class WHERE name = 'org.Node')) AS d
