#pragma once
// The source of fixtures: the program itself, or a folder given with --fixtures.

#include "mock_server/store/fixture_value.hpp"
#include "mock_server/store/template.hpp"
#include "spec/base/result.hpp"
#include "spec/json/document.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// Loads fixture files. Files in the folder replace those of the program with the same name; a
/// folder may contain a single world. Thread-safe: immutable.
class Fixtures {
  public:
    /// Only the built-in files.
    Fixtures() = default;
    /// Other files, by path, instead of the built-in ones.
    explicit Fixtures(std::map<std::string, Document> files)
        : files_(std::make_shared<const std::map<std::string, Document>>(std::move(files))) {}
    /// Returns the files of `folder`, and those of these fixtures that it does not replace. Errors:
    /// kNotFound.
    [[nodiscard]] Result<Fixtures> with_folder(std::string folder) const;

    /// Loads `path` (`worlds/cloud.json`). A file from the folder is first validated against the
    /// schema `kind` (`World`). Files of the program are validated by the tests instead, as
    /// validation would dominate the startup time. Errors: kNotFound, kSyntax, kInvalid; each with
    /// file:line:column.
    [[nodiscard]] Result<Document> load(const std::string& path, std::string_view kind) const;
    /// Returns the paths of the JSON files directly in `folder` (`worlds`), sorted.
    [[nodiscard]] std::vector<std::string> list(std::string_view folder) const;

  private:
    std::string folder_;
    std::shared_ptr<const std::map<std::string, Document>> files_;  ///< null: the built-in ones
};

/// Loads every fixture of a kind (`world`: worlds/*.json, schema World), which has its name in the
/// member KIND, and returns by name what `read` makes of it. Errors: as Fixtures::load; of `read`;
/// kInvalid for two with one name.
template <typename Read>
[[nodiscard]] auto load_named(const Fixtures& fixtures, const std::string& kind, const Read& read) {
    using LoadedFixture = typename std::invoke_result_t<Read, const Document&>::value_type;
    using FixtureMap = std::map<std::string, LoadedFixture, std::less<>>;
    std::string schema = kind;
    schema.front() = static_cast<char>(schema.front() - 'a' + 'A');
    FixtureMap values;
    return check_each(fixtures.list(kind + 's'),
                      [&](const std::string& path) -> Result<void> {
                          auto document = fixtures.load(path, schema);
                          if (!document) return fail(document.error());
                          auto value = read(*document);
                          if (!value) return fail(value.error());
                          const FixtureValue name = FixtureValue(*document).at(kind);
                          if (values.emplace(name.text(), std::move(*value)).second) return {};
                          return name.fail("a second " + kind + " is named \"" + name.text() + '"');
                      })
        .map([&] { return std::move(values); });
}

/// Validates a fixture against the schema `kind` in fixtures/schema/fixtures.schema.json. Errors:
/// kInvalid, with the position of the first violation.
[[nodiscard]] Result<void> check_fixture(const Document& fixture, std::string_view kind);

}  // namespace plumbline::mock
