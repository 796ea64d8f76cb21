/// The tables, views and columns that a query can name, as the schema browser and completion list them.
package traceglass.analysis.catalog;
