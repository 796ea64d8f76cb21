/// Tables, views and columns that a query can name, for the schema browser and completion.
package traceglass.analysis.catalog;
