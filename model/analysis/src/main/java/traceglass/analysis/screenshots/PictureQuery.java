package traceglass.analysis.screenshots;

import java.util.Base64;
import java.util.Optional;
import traceglass.analysis.derived.DerivedTable;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Reads the picture of an event.
public final class PictureQuery {

    private PictureQuery() {}

    /// Reads the picture of a row.
    ///
    /// @param table table with the columns `arg_set_id` and `picture`, the key of the argument that holds the
    ///     picture as base64
    /// @return content of an image file, which may be damaged; null if there is none
    static byte[] read(TraceQueries queries, DerivedTable table, long id) throws QueryException {
        Optional<String> text = queries.first(
                "SELECT a.string_value FROM " + table.qualifiedName()
                        + " AS p JOIN args AS a ON a.arg_set_id = p.arg_set_id AND a.key = p.picture WHERE p.id = ?",
                r -> r.getString(1),
                id);
        return text.map(PictureQuery::decode).orElse(null);
    }

    /// Returns the decoded bytes; empty if the text is not base64.
    ///
    /// @param text base64 of a file, or a `data:` URL
    static byte[] decode(String text) {
        try {
            // Lines may be wrapped and the alphabet may be that of URLs.
            return Base64.getMimeDecoder()
                    .decode(text.substring(text.startsWith("data:") ? text.indexOf(',') + 1 : 0)
                            .replace('-', '+')
                            .replace('_', '/'));
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }
}
