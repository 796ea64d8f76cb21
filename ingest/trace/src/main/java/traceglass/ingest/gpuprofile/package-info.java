/// Importers of profiles of GPU programs: databases of Nsight Systems, and databases and tables of ROCm's profilers.
/// Calls become slices on their threads, GPU work becomes slices on the tracks of its queue, with flows from calls to
/// work.
package traceglass.ingest.gpuprofile;
