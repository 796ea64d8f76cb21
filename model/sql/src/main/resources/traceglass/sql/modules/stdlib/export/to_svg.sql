-- Timelines of slices, thread states and counters as SVG documents.

-- Text with the characters that have a meaning in XML replaced.
CREATE PERFETTO FUNCTION _escape_xml(
  -- Any text.
  text STRING)
-- The text for the content of an element.
RETURNS STRING AS
SELECT replace(replace(replace($text, '&', '&amp;'), '<', '&lt;'), '>', '&gt;');

-- A duration with one decimal, in the largest unit that makes it at least 1.
CREATE PERFETTO FUNCTION _format_duration(
  -- Nanoseconds.
  dur LONG)
-- For example `2.9ms`.
RETURNS STRING AS
SELECT
  CASE
    WHEN $dur < 1000 THEN printf('%dns', $dur)
    WHEN $dur < 1000000 THEN printf('%.1fμs', $dur / 1e3)
    WHEN $dur < 1000000000 THEN printf('%.1fms', $dur / 1e6)
    ELSE printf('%.1fs', $dur / 1e9)
  END;

-- A number with two decimals and the prefix of its magnitude.
CREATE PERFETTO FUNCTION _format_large_number(
  -- The number.
  value DOUBLE)
-- For example `5.90K`.
RETURNS STRING AS
SELECT
  CASE
    WHEN abs($value) < 1e3 THEN printf('%.2f', $value)
    WHEN abs($value) < 1e6 THEN printf('%.2fK', $value / 1e3)
    WHEN abs($value) < 1e9 THEN printf('%.2fM', $value / 1e6)
    WHEN abs($value) < 1e12 THEN printf('%.2fG', $value / 1e9)
    ELSE printf('%.2fT', $value / 1e12)
  END;

-- Height of a slice in a timeline.
CREATE PERFETTO FUNCTION _row_height(
  -- Width of the timeline in pixels.
  max_width LONG)
-- At least 2 pixels.
RETURNS LONG AS
SELECT max(2, CAST($max_width * 0.008 AS LONG));

-- Color of slices with a name.
CREATE PERFETTO FUNCTION _slice_color(
  -- Name of the slice.
  name STRING)
-- One of twelve hues.
RETURNS STRING AS
SELECT 'hsl(' || (abs(hash($name)) % 12 * 30) || ',45%,78%)';

-- Color of a thread state.
CREATE PERFETTO FUNCTION _state_color(
  -- State as in `thread_state`.
  state STRING,
  -- Whether the thread waits for input or output.
  io_wait LONG)
-- Color in hexadecimal digits.
RETURNS STRING AS
SELECT
  CASE lower($state)
    WHEN 'running' THEN '#2f7d31'
    WHEN 'r' THEN '#99ba34'
    WHEN 'r+' THEN '#99ba34'
    ELSE
      CASE
        WHEN $io_wait = 1 THEN '#ff9800'
        WHEN lower($state) = 's' THEN '#a0a0a0'
        WHEN lower($state) = 'd' THEN '#a35b58'
        WHEN lower($state) = 'z' THEN '#8b5cf6'
        WHEN lower($state) = 't' THEN '#f97316'
        ELSE '#9ca3af'
      END
  END;

-- As much of a text as fits, at 6.5 pixels a character.
CREATE PERFETTO FUNCTION _fit_text(
  -- Any text.
  text STRING,
  -- Width in pixels.
  available_width LONG)
-- The text, its start, or an empty text.
RETURNS STRING AS
SELECT
  CASE
    WHEN $available_width < 12 THEN ''
    WHEN length($text) * 6.5 <= $available_width THEN $text
    WHEN $available_width < 25 THEN substr($text, 1, CAST($available_width / 6.5 AS LONG))
    ELSE substr($text, 1, CAST(($available_width - 18) / 6.5 AS LONG)) || '...'
  END;

-- A rectangle with a tooltip, a text above it and a link around it.
CREATE PERFETTO FUNCTION _svg_rect(
  -- Left edge in pixels.
  x DOUBLE,
  -- Upper edge in pixels.
  y DOUBLE,
  -- Width in pixels.
  width DOUBLE,
  -- Height in pixels.
  height DOUBLE,
  -- Color.
  fill STRING,
  -- Text of the tooltip; may be NULL.
  title STRING,
  -- Address of the link; may be NULL.
  href STRING,
  -- Elements above the rectangle; may be NULL.
  text_content STRING)
-- Elements of SVG.
RETURNS STRING AS
SELECT
  coalesce('<a href="' || replace(_escape_xml($href), '"', '&quot;') || '" target="_blank">', '')
  || '<rect x="' || $x || '" y="' || $y || '" width="' || $width || '" height="' || $height || '" fill="' || $fill || '">'
  || coalesce('<title>' || _escape_xml($title) || '</title>', '') || '</rect>' || coalesce($text_content, '')
  || CASE WHEN $href IS NULL THEN '' ELSE '</a>' END;

-- Slices, states and counters as columns of the same names, each with its position in a timeline. Each of the three kinds has its own scale
-- of time in a document.
CREATE PERFETTO MACRO _svg_items(
  -- Intervals with the columns svg_group_key, track_group_key, track_order, kind, ts, dur, name, href, depth, state, io_wait,
  -- blocked_function and value.
  intervals TableOrSubquery,
  -- Width of the timeline in pixels.
  max_width Expr,
  -- Whether the counters of a document have the same scale.
  is_scale_shared Expr)
-- A row for each interval that is wide enough, with its position.
RETURNS TableOrSubquery AS
(
  WITH
    interval_ AS (SELECT * FROM $intervals WHERE dur > 0),
    scale AS (
      SELECT
        svg_group_key, kind, min(ts) AS ts_min, CAST($max_width AS DOUBLE) / CAST(max(ts + dur) - min(ts) AS DOUBLE) AS pixels
      FROM interval_
      GROUP BY svg_group_key, kind),
    own_range AS (
      SELECT svg_group_key, track_group_key, name, min(value) AS low, max(value) AS high
      FROM interval_
      WHERE kind = 'counter'
      GROUP BY svg_group_key, track_group_key, name),
    shared_range AS (
      SELECT svg_group_key, min(low) AS low, max(high) AS high FROM own_range GROUP BY svg_group_key)
  SELECT
    i.*, (i.ts - scale.ts_min) * pixels AS x, i.dur * pixels AS width,
    CASE kind WHEN 'slice' THEN 5 + coalesce(depth, 0) * _row_height($max_width) WHEN 'counter' THEN 5 ELSE 2 END AS y,
    CASE kind
      WHEN 'slice' THEN _row_height($max_width)
      WHEN 'counter' THEN CAST(_row_height($max_width) * 1.5 AS LONG)
      ELSE CAST(_row_height($max_width) / 2 AS LONG)
    END AS height,
    CASE WHEN $is_scale_shared = 1 THEN shared_range.low ELSE own_range.low END AS low,
    CASE WHEN $is_scale_shared = 1 THEN shared_range.high ELSE own_range.high END AS high
  FROM interval_ AS i
  JOIN scale USING (svg_group_key, kind)
  LEFT JOIN own_range
    ON i.kind = 'counter' AND own_range.svg_group_key = i.svg_group_key AND own_range.track_group_key = i.track_group_key
    AND own_range.name = i.name
  LEFT JOIN shared_range ON shared_range.svg_group_key = i.svg_group_key
  WHERE i.dur * pixels >= i.min_width
);

-- Documents of the tracks of slices, states and counters.
CREATE PERFETTO MACRO _svg_documents(
  -- Rows of `_svg_items`.
  items TableOrSubquery,
  -- Width of the timelines in pixels.
  max_width Expr,
  -- Width of the empty margin on the left in pixels.
  left_margin Expr)
-- A row for each document.
RETURNS TableOrSubquery AS
(
  WITH
    item AS (
      SELECT
        *, max(y + height) OVER track AS bottom, max(high) OVER track AS top_value, max(low) OVER track AS bottom_value
      FROM $items
      WINDOW track AS (PARTITION BY svg_group_key, kind, track_group_key)),
    ranged AS (
      SELECT
        *, CASE WHEN top_value <> bottom_value THEN top_value - bottom_value ELSE 1.0 END AS value_range,
        CASE
          WHEN bottom_value < 0 AND top_value > 0 THEN 5 + bottom * (top_value / (top_value - bottom_value))
          WHEN bottom_value < 0 THEN 5.0
          ELSE 5.0 + bottom
        END AS zero
      FROM item),
    element AS (
      SELECT
        *,
        CASE kind
          WHEN 'counter' THEN
            ' L' || x || ',' || (zero - bottom * (value - CASE WHEN bottom_value >= 0 THEN bottom_value WHEN top_value <= 0 THEN top_value
              ELSE 0.0 END) / value_range)
            || ' L' || (x + width) || ','
            || (zero - bottom * (value - CASE WHEN bottom_value >= 0 THEN bottom_value WHEN top_value <= 0 THEN top_value ELSE 0.0 END)
              / value_range)
          WHEN 'slice' THEN
            _svg_rect(
              x, CAST(y AS DOUBLE), width, CAST(height AS DOUBLE), _slice_color(name), name || ' (' || _format_duration(dur) || ')', href,
              CASE
                WHEN width >= 15 THEN
                  '<text x="' || (x + width / 2) || '" y="' || (y + height / 2.0) || '" text-anchor="middle" font-size="11" fill="#333">'
                  || _escape_xml(_fit_text(name, CAST(width AS LONG) - 4)) || '</text>'
              END)
          ELSE
            _svg_rect(
              x, CAST(y AS DOUBLE), width, CAST(height AS DOUBLE), _state_color(state, io_wait),
              'Thread State: ' || state || ' (' || _format_duration(dur) || ')' || coalesce(', blocked by ' || blocked_function, ''),
              href, NULL)
        END AS svg
      FROM ranged),
    track AS (
      SELECT
        svg_group_key, kind, track_group_key, min(track_order) AS track_order, max(bottom) AS bottom, max(top_value) AS top_value,
        max(bottom_value) AS bottom_value, printf('%.15g', max(zero)) AS zero,
        string_agg(svg, '' ORDER BY ts, depth) AS content
      FROM element
      GROUP BY svg_group_key, kind, track_group_key),
    drawn AS (
      SELECT
        svg_group_key, track_order,
        CASE kind WHEN 'slice' THEN 0 WHEN 'counter' THEN 2 ELSE 1 END AS kind_order, track_group_key,
        CASE WHEN kind = 'slice' THEN bottom ELSE bottom + 20 END AS height,
        CASE
          WHEN kind = 'slice' THEN '<g transform="translate(0,0)">' || content || '</g>'
          ELSE
            '<text x="5" y="15" font-size="11" fill="#333">' || _escape_xml(CAST(track_group_key AS TEXT)) || '</text>'
            || CASE
              WHEN kind = 'counter' THEN
                '<text x="5" y="30" font-size="9" fill="#000">' || _format_large_number(top_value) || '</text>'
              ELSE ''
            END
            || CASE
              WHEN bottom_value < 0 THEN
                '<text x="5" y="' || (30 + bottom) || '" font-size="9" fill="#000">' || _format_large_number(bottom_value) || '</text>'
              ELSE ''
            END
            || '<g transform="translate(0,20)">'
            || CASE
              WHEN kind = 'counter' THEN
                '<path d="M0,' || zero || content || ' L' || CAST($max_width AS LONG) || ',' || zero || ' L0,' || zero
                || ' Z" fill="steelblue" fill-opacity="0.7" stroke="steelblue" stroke-width="1"/>'
              ELSE content
            END
            || '</g>'
        END AS svg
      FROM track),
    placed AS (
      SELECT
        *,
        sum(height) OVER (
          PARTITION BY svg_group_key ORDER BY track_order, kind_order, track_group_key ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
        - height AS y
      FROM drawn)
  SELECT
    svg_group_key,
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ' || (CAST($max_width AS LONG) + CAST($left_margin AS LONG) + 10) || ' '
    || (max(y + height) + 25) || '"><style>
    rect { cursor: pointer; }
    path { cursor: pointer; }
    text { font-family: sans-serif; pointer-events: none; dominant-baseline: central; }
    a { text-decoration: none !important; }
    a:hover { text-decoration: none !important; }
  </style><g transform="translate(' || CAST($left_margin AS LONG) || ',5)">'
    || string_agg('<g transform="translate(0,' || y || ')">' || svg || '</g>', '' ORDER BY track_order, kind_order, track_group_key)
    || '</g></svg>' AS svg
  FROM placed
  GROUP BY svg_group_key
  ORDER BY svg_group_key
);

-- Documents with the timelines of slices, thread states and counters, each with its tracks one below the other.
CREATE PERFETTO MACRO _svg_timeline_with_counters(
  -- Slices with ts, dur, depth, name and href.
  slice_table TableOrSubquery,
  -- States with ts, dur, state, io_wait, blocked_function and href.
  thread_state_table TableOrSubquery,
  -- Values with ts, dur, name, value and href.
  counter_table TableOrSubquery,
  -- Column whose values are the documents.
  svg_group_key_col ColumnName,
  -- Column whose values are the tracks.
  track_group_key_col ColumnName,
  -- Column with the order of the tracks.
  track_group_order_col ColumnName,
  -- Width of the timelines in pixels.
  max_width Expr,
  -- Width of the empty margin on the left in pixels.
  left_margin Expr,
  -- 1 for the same scale of all counters in a document.
  use_shared_counter_scale Expr)
-- A row for each document: svg_group_key and svg.
RETURNS TableOrSubquery AS
(
  WITH
    interval_of_svg AS (
      SELECT
        $svg_group_key_col AS svg_group_key, $track_group_key_col AS track_group_key, $track_group_order_col AS track_order,
        'slice' AS kind, 2 AS min_width, ts, dur, name, CAST(href AS TEXT) AS href, depth, CAST(NULL AS TEXT) AS state,
        CAST(NULL AS LONG) AS io_wait, CAST(NULL AS TEXT) AS blocked_function, CAST(NULL AS DOUBLE) AS value
      FROM $slice_table
      UNION ALL
      SELECT
        $svg_group_key_col, $track_group_key_col, $track_group_order_col, 'state', 0, ts, dur, NULL, CAST(href AS TEXT), NULL, state,
        CAST(io_wait AS LONG), blocked_function, NULL
      FROM $thread_state_table
      UNION ALL
      SELECT
        $svg_group_key_col, $track_group_key_col, $track_group_order_col, 'counter', 1, ts, dur, name, CAST(href AS TEXT), NULL, NULL,
        NULL, NULL, CAST(value AS DOUBLE)
      FROM $counter_table)
  SELECT *
  FROM _svg_documents!(_svg_items!(interval_of_svg, $max_width, $use_shared_counter_scale), $max_width, $left_margin)
);

-- Documents with the timelines of slices and thread states, each with its tracks one below the other.
CREATE PERFETTO MACRO _svg_timeline(
  -- Slices with ts, dur, depth, name and href.
  slice_table TableOrSubquery,
  -- States with ts, dur, state, io_wait, blocked_function and href.
  thread_state_table TableOrSubquery,
  -- Column whose values are the documents.
  svg_group_key_col ColumnName,
  -- Column whose values are the tracks.
  track_group_key_col ColumnName,
  -- Column with the order of the tracks.
  track_group_order_col ColumnName,
  -- Width of the timelines in pixels.
  max_width Expr,
  -- Width of the empty margin on the left in pixels.
  left_margin Expr)
-- A row for each document: svg_group_key and svg.
RETURNS TableOrSubquery AS
(
  WITH
    interval_of_svg AS (
      SELECT
        $svg_group_key_col AS svg_group_key, $track_group_key_col AS track_group_key, $track_group_order_col AS track_order,
        'slice' AS kind, 2 AS min_width, ts, dur, name, CAST(href AS TEXT) AS href, depth, CAST(NULL AS TEXT) AS state,
        CAST(NULL AS LONG) AS io_wait, CAST(NULL AS TEXT) AS blocked_function, CAST(NULL AS DOUBLE) AS value
      FROM $slice_table
      UNION ALL
      SELECT
        $svg_group_key_col, $track_group_key_col, $track_group_order_col, 'state', 2, ts, dur, NULL, CAST(href AS TEXT), NULL, state,
        CAST(io_wait AS LONG), blocked_function, NULL
      FROM $thread_state_table)
  SELECT * FROM _svg_documents!(_svg_items!(interval_of_svg, $max_width, 0), $max_width, $left_margin)
);
