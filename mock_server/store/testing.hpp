#pragma once
// Helpers for fixtures written in tests.

#include "mock_server/store/fixtures.hpp"
#include "spec/base/file.hpp"
#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/document.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <string>
#include <string_view>

namespace plumbline::mock {

/// Returns `text` as a fixture; its errors name `test.json`.
inline Document fixture(std::string_view text) {
    auto document = parse_json_document(text, "test.json");
    if (!document) ADD_FAILURE() << to_text(document.error());
    return document ? std::move(*document) : Document{"", std::make_shared<const Json>(), {}};
}

/// A folder of fixtures that is removed with the test.
class FixtureFolder {
  public:
    void write(const std::string& name, std::string_view text) const {
        EXPECT_THAT(write_file(path() + '/' + name, text), IsOk());
    }
    [[nodiscard]] const std::string& path() const { return folder_.path(); }

  private:
    TemporaryFolder folder_;
};

}  // namespace plumbline::mock
