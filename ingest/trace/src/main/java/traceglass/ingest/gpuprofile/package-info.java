/// Importers of profiles of GPU programs: databases of Nsight Systems, and databases and tables of ROCm's profilers.
/// Calls are slices of threads, the work of GPUs slices on tracks of their queues, with arrows between them.
package traceglass.ingest.gpuprofile;
