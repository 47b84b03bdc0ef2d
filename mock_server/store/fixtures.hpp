#pragma once
// Where fixtures come from: the program itself, or a folder given with --fixtures.

#include "spec/base/result.hpp"
#include "spec/json/document.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// Loads fixture files. A folder's files replace the built-in ones of the same name, so that a
/// folder may hold just one world. Thread: immutable, safe from any thread.
class Fixtures {
  public:
    /// Only the built-in files.
    Fixtures() = default;
    /// The built-in files, and those of `folder` before them. Errors: kNotFound.
    [[nodiscard]] static Result<Fixtures> with_folder(std::string folder);

    /// Loads `path` (`worlds/cloud.json`). A file from the folder is judged by the schema of its
    /// kind
    /// (`World`) first; the built-in ones are by the tests, as that would cost most of the start.
    /// Errors: kNotFound, kSyntax, kInvalid; each with file:line:column.
    [[nodiscard]] Result<Document> load(const std::string& path, std::string_view kind) const;
    /// Returns the paths of the JSON files directly in `folder` (`worlds`), sorted.
    [[nodiscard]] std::vector<std::string> list(std::string_view folder) const;

  private:
    std::string folder_;
};

/// Judges a fixture by the schema of its kind in fixtures/schema/fixtures.schema.json.
/// Errors: kInvalid, with the position of what is wrong.
[[nodiscard]] Result<void> check_fixture(const Document& fixture, std::string_view kind);

/// Makes an Error about the value at `pointer` of a fixture.
[[nodiscard]] tl::unexpected<Error> fail_at(const Document& fixture,
                                            std::string_view pointer,
                                            std::string message,
                                            ErrorCode code = ErrorCode::kInvalid);

}  // namespace plumbline::mock
