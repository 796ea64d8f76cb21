/// Flame graphs: trees of weighted frames, merged, filtered and laid out.
package traceglass.sql.flame;
