-- Heap graphs and profiles, memory dumps, mappings.

CREATE VIEW heap_graph AS FROM __intrinsic_heap_graph;
CREATE VIEW heap_graph_class AS FROM __intrinsic_heap_graph_class;
CREATE VIEW heap_graph_object AS FROM __intrinsic_heap_graph_object;
CREATE VIEW heap_graph_object_data AS FROM __intrinsic_heap_graph_object_data;
CREATE VIEW heap_graph_primitive AS FROM __intrinsic_heap_graph_primitive;
CREATE VIEW heap_graph_reference AS FROM __intrinsic_heap_graph_reference;
CREATE VIEW heap_graph_thread_callsite AS FROM __intrinsic_heap_graph_thread_callsite;
CREATE VIEW heap_profile AS FROM __intrinsic_heap_profile;
CREATE VIEW heap_profile_allocation AS FROM __intrinsic_heap_profile_allocation;

CREATE VIEW memory_snapshot AS FROM __intrinsic_memory_snapshot;
CREATE VIEW memory_snapshot_node AS FROM __intrinsic_memory_snapshot_node;
CREATE VIEW memory_snapshot_edge AS FROM __intrinsic_memory_snapshot_edge;
CREATE VIEW process_memory_snapshot AS FROM __intrinsic_process_memory_snapshot;

CREATE VIEW profiler_smaps AS FROM __intrinsic_profiler_smaps;

CREATE VIEW process_memory_mappings AS
SELECT
  id, upid, ts, path_trimmed AS path, aggregate_count, is_deleted, size_kb, rss_kb, anonymous_kb, swap_kb,
  shared_clean_resident_kb AS shared_clean_kb, shared_dirty_resident_kb AS shared_dirty_kb,
  private_clean_resident_kb AS private_clean_kb, private_dirty_kb, locked_kb,
  proportional_resident_kb AS pss_kb, pss_dirty_kb, swap_pss_kb
FROM __intrinsic_profiler_smaps;

CREATE VIEW vulkan_memory_allocations AS FROM __intrinsic_vulkan_memory_allocations;
