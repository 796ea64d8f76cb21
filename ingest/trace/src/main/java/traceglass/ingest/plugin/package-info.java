/// Importers of the user: jars in a folder, loaded only if their content was allowed.
package traceglass.ingest.plugin;
