/// Logs of the build tool Ninja, with the times of all build steps.
package traceglass.ingest.ninja;
