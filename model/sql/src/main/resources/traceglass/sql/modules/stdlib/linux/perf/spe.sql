-- Operations sampled by Arm's Statistical Profiling Extension; its manual describes the bits of an operation's events.
CREATE PERFETTO VIEW linux_perf_spe_record(
  ts TIMESTAMP, utid JOINID(thread.id), exception_level STRING, instruction_frame_id LONG, operation STRING, data_virtual_address LONG,
  data_physical_address LONG, total_latency LONG, issue_latency LONG, translation_latency LONG, data_source STRING, exception_gen BOOL,
  retired BOOL, l1d_access BOOL, l1d_refill BOOL, tlb_access BOOL, tlb_refill BOOL, not_taken BOOL, mispred BOOL, llc_access BOOL,
  llc_refill BOOL, remote_access BOOL, alignment BOOL, tme_transaction BOOL, sve_partial_pred BOOL, sve_empty_pred BOOL, l2d_access BOOL,
  l2d_hit BOOL, cache_data_modified BOOL, recenty_fetched BOOL, data_snooped BOOL) AS
SELECT
  ts, utid, exception_level, instruction_frame_id, operation, data_virtual_address, data_physical_address, total_latency, issue_latency,
  translation_latency, data_source,
  (events_bitmask & 1) != 0 AS exception_gen,
  (events_bitmask & 2) != 0 AS retired,
  (events_bitmask & 4) != 0 AS l1d_access,
  (events_bitmask & 8) != 0 AS l1d_refill,
  (events_bitmask & 16) != 0 AS tlb_access,
  (events_bitmask & 32) != 0 AS tlb_refill,
  (events_bitmask & 64) != 0 AS not_taken,
  (events_bitmask & 128) != 0 AS mispred,
  (events_bitmask & 256) != 0 AS llc_access,
  (events_bitmask & 512) != 0 AS llc_refill,
  (events_bitmask & 1024) != 0 AS remote_access,
  (events_bitmask & 2048) != 0 AS alignment,
  (events_bitmask & 131072) != 0 AS tme_transaction,
  (events_bitmask & 131072) != 0 AS sve_partial_pred,
  (events_bitmask & 262144) != 0 AS sve_empty_pred,
  (events_bitmask & 524288) != 0 AS l2d_access,
  (events_bitmask & 1048576) != 0 AS l2d_hit,
  (events_bitmask & 2097152) != 0 AS cache_data_modified,
  (events_bitmask & 4194304) != 0 AS recenty_fetched,
  (events_bitmask & 8388608) != 0 AS data_snooped
FROM __intrinsic_spe_record;
