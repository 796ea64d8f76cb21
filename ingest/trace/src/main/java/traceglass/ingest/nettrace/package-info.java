/// Importer of .NET event traces (`.nettrace`), as written by `dotnet-trace` and EventPipe: versions 4, 5 and 6.
package traceglass.ingest.nettrace;
