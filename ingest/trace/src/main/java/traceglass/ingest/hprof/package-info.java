/// Java heap dumps in the HPROF format, as written by Android's runtime and by Java virtual machines.
package traceglass.ingest.hprof;
