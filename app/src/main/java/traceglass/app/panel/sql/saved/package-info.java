/// Data of the SQL page that is kept between starts: history of queries, named queries, and tabs.
package traceglass.app.panel.sql.saved;
