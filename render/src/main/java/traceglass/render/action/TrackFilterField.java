package traceglass.render.action;

/// Text field of the track filter.
public interface TrackFilterField {

    /// Replaces the text.
    void setFilter(String text);

    void setFilterPrompt(String text);

    /// Moves the keyboard focus to the field.
    void focusFilter();
}
