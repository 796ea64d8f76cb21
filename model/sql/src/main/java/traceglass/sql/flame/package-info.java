/// Flame graphs: trees of frames with weights, merged, filtered and laid out.
package traceglass.sql.flame;
