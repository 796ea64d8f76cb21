-- @case each unit has its symbol
SELECT t.name, t.unit FROM gpu_counter_track AS t WHERE t.type = 'gpu_counter' ORDER BY t.name
