-- Instructions of hardware traces (ETM), which are kept but not decoded.

-- Files and addresses of the instructions in a chunk of a hardware trace. Fails, because chunks are not decoded.
CREATE PERFETTO FUNCTION _linux_perf_etm_metadata(chunk_id LONG)
RETURNS TABLE(file_name STRING, rel_pc LONG, mapping_id LONG, address LONG) AS
SELECT d.element_type AS file_name, d.start_address AS rel_pc, d.mapping_id, d.start_address AS address
FROM __intrinsic_etm_decode_chunk($chunk_id) AS d;
