/// Tests of the importer of Windows event traces.
package traceglass.ingest.etl;
