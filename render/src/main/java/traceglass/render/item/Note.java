package traceglass.render.item;

/// A mark in the notes strip: a flag when it ends where it starts, else a span.
///
/// @param id the application's
/// @param start ns
/// @param end ns
/// @param text label, may be empty
/// @param argb its colour
public record Note(long id, long start, long end, String text, int argb) {

    public boolean isFlag() {
        return end <= start;
    }
}
