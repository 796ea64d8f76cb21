-- @case driver memory is counted by scope, device memory by type, allocated and bound
SELECT c.ts, t.name, c.value, p.pid FROM counter AS c JOIN process_counter_track AS t ON t.id = c.track_id JOIN process AS p USING (upid) ORDER BY c.ts

-- @case each event is a row
SELECT v.timestamp, v.source, v.operation, v.device, v.device_memory, v.memory_type, v.heap, v.object_handle, v.memory_address, v.memory_size, v.function_name, v.scope, __intrinsic_arg_set_to_json(v.arg_set_id) AS args FROM vulkan_memory_allocations AS v ORDER BY v.timestamp
