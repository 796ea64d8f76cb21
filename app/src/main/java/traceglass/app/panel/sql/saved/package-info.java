/// Data of the SQL page that is kept between starts: history of queries, named queries, and tabs.
@NullMarked
package traceglass.app.panel.sql.saved;

import org.jspecify.annotations.NullMarked;
