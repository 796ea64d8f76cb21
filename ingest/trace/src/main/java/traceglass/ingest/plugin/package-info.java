/// User-supplied importers: jars in a folder that are loaded only if the user has allowed their content.
package traceglass.ingest.plugin;
