-- Runs of the benchmark JetStream 3, from its measures.

-- Benchmarks, with the number of slowest iterations that count as the worst; some are combined under another name.
CREATE PERFETTO TABLE _chrome_jetstream_3_benchmark_name AS
SELECT name, coalesce(top_level_name, name) AS top_level_name, worst_case_count
FROM (
  SELECT top_level_name, worst_case_count, unnest(names) AS name
  FROM (
    VALUES
    (NULL, 4,
     ['Air', 'Basic', 'ML', 'Babylon', 'first-inspector-code-load', 'multi-inspector-code-load', 'Box2D', 'octane-code-load',
      'crypto', 'delta-blue', 'earley-boyer', 'gbemu', 'mandreel', 'navier-stokes', 'pdfjs', 'raytrace', 'regexp-octane', 'richards',
      'splay', 'FlightPlanner', 'OfflineAssembler', 'UniPoker', 'validatorjs', 'hash-map', 'doxbee-promise', 'doxbee-async',
      'ai-astar', 'gaussian-blur', 'stanford-crypto-aes', 'stanford-crypto-pbkdf2', 'stanford-crypto-sha256',
      'bigint-noble-secp256k1', 'bigint-noble-ed25519', 'proxy-vue', 'web-ssr', 'raytrace-public-class-fields',
      'raytrace-private-class-fields', 'lazy-collections', 'js-tokens', 'threejs', 'HashSet-wasm', 'quicksort-wasm', 'gcc-loops-wasm',
      'tsf-wasm', 'richards-wasm', 'transformersjs-bert-wasm', 'babylonjs-startup-es5', 'babylonjs-startup-es6',
      'babylonjs-scene-es5', 'babylonjs-scene-es6', 'bomb-workers', 'zlib-wasm', 'j2cl-box2d-wasm', 'prismjs-startup-es6',
      'prismjs-startup-es5']),
    (NULL, 3,
     ['cdjs', 'mobx-startup', 'argon2-wasm', 'segmentation']),
    (NULL, 2,
     ['typescript-octane', 'json-stringify-inspector', 'json-parse-inspector', 'bigint-paillier', 'jsdom-d3-startup', 'sqlite3-wasm',
      'Dart-flute-complex-wasm', 'Dart-flute-todomvc-wasm', '8bitbench-wasm', 'dotnet-interp-wasm', 'dotnet-aot-wasm', 'acorn-wtb',
      'babel-wtb', 'babel-minify-wtb', 'babylon-wtb', 'chai-wtb', 'espree-wtb', 'esprima-next-wtb', 'lebab-wtb', 'postcss-wtb',
      'prettier-wtb', 'source-map-wtb']),
    (NULL, 1,
     ['bigint-noble-bls12-381', 'Kotlin-compose-wasm', 'transformersjs-whisper-wasm']),
    (NULL, 16,
     ['bigint-bigdenary']),
    (NULL, 12,
     ['proxy-mobx']),
    (NULL, 6,
     ['async-fs', 'sync-fs']),
    ('intl', 1,
     ['RelativeTimeFormat-intl', 'PluralRules-intl', 'NumberFormat-intl', 'ListFormat-intl', 'DateTimeFormat-intl']),
    ('Sunspider', 4,
     ['tagcloud-SP', 'string-unpack-code-SP', 'regex-dna-SP', 'n-body-SP', 'date-format-xparb-SP', 'date-format-tofte-SP',
      'crypto-sha1-SP', 'crypto-md5-SP', 'crypto-aes-SP', 'base64-SP', '3d-raytrace-SP', '3d-cube-SP'])
  ) AS benchmarks(top_level_name, worst_case_count, names)
);

-- Main threads of the renderers that ran JetStream 3.
CREATE PERFETTO FUNCTION chrome_jetstream_3_renderer_main_utid()
RETURNS TABLE(utid LONG) AS
SELECT t.utid
FROM thread_track AS t
WHERE t.id IN (
  SELECT s.track_id
  FROM slice AS s
  WHERE s.category = 'blink.user_timing' AND s.name IN (SELECT b.name FROM _chrome_jetstream_3_benchmark_name AS b))
ORDER BY t.utid;

-- Iterations, counted from 0. The worst iterations after the first one are listed separately.
CREATE PERFETTO TABLE chrome_jetstream_3_measure(
  id LONG, ts TIMESTAMP, dur DURATION, name STRING, top_level_name STRING, iteration LONG, subtest STRING
)
AS
WITH
  iterations AS (
    SELECT
      s.id,
      s.ts,
      s.dur,
      b.name,
      b.top_level_name,
      b.worst_case_count,
      CAST(substr(s.name, instr(s.name, '-iteration-') + 11) AS INT) AS iteration
    FROM slice AS s
    JOIN _chrome_jetstream_3_benchmark_name AS b ON b.name = substr(s.name, 1, instr(s.name, '-iteration-') - 1)
    WHERE s.category = 'blink.user_timing' AND s.dur > 0 AND s.name GLOB '*-iteration-*'
  ),
  ranked AS (SELECT *, rank() OVER (PARTITION BY name ORDER BY dur DESC) AS place FROM iterations WHERE iteration > 0),
  measures AS (
    SELECT id, ts, dur, name, top_level_name, iteration, CASE WHEN place <= worst_case_count THEN 'Worst' ELSE 'Average' END AS subtest FROM ranked
    UNION ALL
    SELECT id, ts, dur, name, top_level_name, iteration, 'First' FROM iterations WHERE iteration = 0
    UNION ALL
    SELECT id, ts, dur, 'WSL', 'WSL', 0, name FROM slice WHERE category = 'blink.user_timing' AND name GLOB 'WSL-*' AND dur > 0
  )
SELECT *
FROM measures
ORDER BY CASE subtest WHEN 'Worst' THEN 0 WHEN 'Average' THEN 1 WHEN 'First' THEN 2 ELSE 3 END, id;

-- Scores are 5000 divided by milliseconds; several are combined by their geometric mean. The worst iterations also count for the
-- average.
CREATE PERFETTO VIEW _chrome_jetstream_3_subtest_score AS
SELECT top_level_name, name, subtest, 5000.0 / (avg(dur) / 1e6) AS score
FROM (
  SELECT top_level_name, name, subtest, dur FROM chrome_jetstream_3_measure
  UNION ALL
  SELECT top_level_name, name, 'Average', dur FROM chrome_jetstream_3_measure WHERE subtest = 'Worst'
)
GROUP BY top_level_name, name, subtest;

CREATE PERFETTO VIEW _chrome_jetstream_3_leaf_benchmark_score AS
SELECT top_level_name, name, exp(avg(ln(score))) AS score FROM _chrome_jetstream_3_subtest_score GROUP BY top_level_name, name;

-- Score of each benchmark of JetStream 3.
CREATE PERFETTO TABLE chrome_jetstream_3_benchmark_score(
  top_level_name STRING, score DOUBLE
)
AS
SELECT top_level_name, exp(avg(ln(score))) AS score
FROM _chrome_jetstream_3_leaf_benchmark_score
GROUP BY top_level_name
ORDER BY top_level_name;

-- Total score of JetStream 3: the geometric mean of its benchmarks.
CREATE PERFETTO FUNCTION chrome_jetstream_3_score() RETURNS DOUBLE AS
SELECT exp(avg(ln(b.score))) FROM chrome_jetstream_3_benchmark_score AS b;
