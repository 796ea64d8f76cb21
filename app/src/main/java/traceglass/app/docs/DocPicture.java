package traceglass.app.docs;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A picture of the program on the web site, made when the site is built. A comment in the Markdown describes it:
/// `<!-- picture: NAME | CAPTION | OPTIONS -->`, where OPTIONS are options of `traceglass screenshot`. Files in them
/// are relative to the folder of the documents.
///
/// @param name name of the file, without its extension
/// @param caption description of the picture
/// @param options options of the command line, as written
public record DocPicture(String name, String caption, String options) {

    private static final Pattern COMMENT =
            Pattern.compile("<!-- *picture: *([\\w-]+) *\\| *([^|]+?) *\\| *(.*?) *-->\\s*", Pattern.DOTALL);

    /// Parses a comment; empty if it does not describe a picture.
    public static Optional<DocPicture> of(String comment) {
        Matcher m = COMMENT.matcher(comment);
        return m.matches()
                ? Optional.of(new DocPicture(m.group(1), m.group(2).replaceAll("\\s+", " "), m.group(3)))
                : Optional.empty();
    }
}
