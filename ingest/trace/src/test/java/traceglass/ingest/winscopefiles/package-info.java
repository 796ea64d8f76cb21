/// Tests of the importer of Winscope files.
package traceglass.ingest.winscopefiles;
