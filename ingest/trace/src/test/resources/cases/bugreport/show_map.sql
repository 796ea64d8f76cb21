-- @case memory mappings of a process are rows without their total
INCLUDE PERFETTO MODULE android.dumpsys.show_map;
SELECT * FROM android_dumpsys_show_map
