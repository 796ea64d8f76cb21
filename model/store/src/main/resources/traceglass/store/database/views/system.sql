-- Properties reported by a device, its graphics or its browser.

CREATE VIEW android_dumpstate AS FROM __intrinsic_android_dumpstate;
CREATE VIEW android_game_intervention_list AS FROM __intrinsic_android_game_intervention_list;
CREATE VIEW package_list AS FROM __intrinsic_package_list;

-- Not in Perfetto: files by inode number.
CREATE VIEW inode_file AS FROM __intrinsic_inode_file;
CREATE VIEW filedescriptor AS FROM __intrinsic_filedescriptor;
CREATE VIEW gpu_counter_group AS FROM __intrinsic_gpu_counter_group;
CREATE VIEW experimental_missing_chrome_processes AS FROM __intrinsic_experimental_missing_chrome_processes;

CREATE VIEW protolog AS FROM __intrinsic_protolog;
CREATE VIEW surfaceflinger_layer AS FROM __intrinsic_surfaceflinger_layer;
CREATE VIEW surfaceflinger_layers_snapshot AS FROM __intrinsic_surfaceflinger_layers_snapshot;
CREATE VIEW surfaceflinger_transactions AS FROM __intrinsic_surfaceflinger_transactions;
CREATE VIEW window_manager_shell_transitions AS FROM __intrinsic_window_manager_shell_transitions;
CREATE VIEW window_manager_shell_transition_handlers AS FROM __intrinsic_window_manager_shell_transition_handlers;

-- Metrics are not supported; queries for the list of metrics return no rows.
CREATE VIEW _trace_metrics AS SELECT CAST(NULL AS VARCHAR) AS name WHERE false;
CREATE VIEW trace_metrics AS FROM _trace_metrics;

-- Instructions of a decoded range. Hardware traces are not decoded, so there is no range: see __intrinsic_etm_decode_chunk.
CREATE VIEW __intrinsic_etm_iterate_instruction_range AS
SELECT
  CAST(NULL AS BIGINT) AS instruction_index, CAST(NULL AS BIGINT) AS address, CAST(NULL AS BIGINT) AS opcode, CAST(NULL AS VARCHAR) AS type,
  CAST(NULL AS BIGINT) AS branch_address, CAST(NULL AS BIGINT) AS is_conditional, CAST(NULL AS BIGINT) AS is_link,
  CAST(NULL AS VARCHAR) AS sub_type, CAST(NULL AS BIGINT) AS instruction_range
WHERE FALSE;
