-- Layers and work of the hardware composer.

SELECT RUN_METRIC('android/composition_layers.sql', 'track_name', 'HWComposer: Total Layer', 'output', 'total_layers');
SELECT RUN_METRIC('android/composition_layers.sql', 'track_name', 'HWComposer: DPU Layer', 'output', 'dpu_layers');
SELECT RUN_METRIC('android/composition_layers.sql', 'track_name', 'HWComposer: GPU Layer', 'output', 'gpu_layers');
SELECT RUN_METRIC('android/composition_layers.sql', 'track_name', 'HWComposer: DPU Cached Layer', 'output', 'dpu_cached_layers');
SELECT RUN_METRIC('android/composition_layers.sql', 'track_name', 'HWComposer: SF Cached Layer', 'output', 'sf_cached_layers');
SELECT RUN_METRIC('android/composition_layers.sql', 'track_name', 'HWComposer: RCD Layer', 'output', 'rcd_layers');
SELECT RUN_METRIC('android/composer_execution.sql', 'output', 'hwc_execution_spans');
