-- Power of GPUs, for all processors with known figures.
CREATE PERFETTO TABLE _gpu_device_curves AS
SELECT * FROM __intrinsic_wattson_curves_gpu();
