package traceglass.render.item;

/// Note in the notes strip: a flag if it ends where it starts, else a span.
///
/// @param id id assigned by the application
/// @param start start in ns
/// @param end end in ns; equal to `start` for a flag
/// @param text label, possibly empty
/// @param argb color
public record Note(long id, long start, long end, String text, int argb) {

    public boolean isFlag() {
        return end <= start;
    }
}
