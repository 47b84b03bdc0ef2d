#include "mock_server/store/fixtures.hpp"

#include "mock_server/store/embedded_fixtures.hpp"
#include "spec/base/file.hpp"
#include "spec/embedded/embedded.hpp"
#include "spec/schema/schema.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <set>

namespace plumbline::mock {
namespace {

constexpr std::string_view kFixturesRoot = "fixtures/";

/// Returns whether `path` is directly in `folder`.
bool is_directly_in(std::string_view path, std::string_view folder) {
    return path.size() > folder.size() && path.substr(0, folder.size()) == folder &&
           path[folder.size()] == '/' &&
           path.find('/', folder.size() + 1) == std::string_view::npos;
}

}  // namespace

Result<Fixtures> Fixtures::with_folder(std::string folder) const {
    std::error_code trouble;
    if (!std::filesystem::is_directory(folder, trouble)) {
        return fail(ErrorCode::kNotFound,
                    fmt::format("\"{}\" is not a folder", folder),
                    {},
                    {"--fixtures expects a folder with files like worlds/NAME.json"});
    }
    Fixtures fixtures = *this;
    fixtures.folder_ = std::move(folder);
    return fixtures;
}

Result<Document> Fixtures::load(const std::string& path, std::string_view kind) const {
    const std::string local_path = folder_ + '/' + path;
    std::error_code trouble;
    if (folder_.empty() || !std::filesystem::exists(local_path, trouble)) {
        if (!files_)
            return embedded_document(embedded_fixtures(), std::string(kFixturesRoot) + path);
        const auto found = files_->find(path);
        if (found != files_->end()) return found->second;
        return fail(ErrorCode::kNotFound, "there is no fixture " + path);
    }
    constexpr std::size_t kMaxFixture = std::size_t{8} * 1024U * 1024U;
    return load_document(local_path, kMaxFixture)
        .and_then([&](Document document) -> Result<Document> {
            const auto checked = check_fixture(document, kind);
            if (!checked) return fail(checked.error());
            return document;
        });
}

std::vector<std::string> Fixtures::list(std::string_view folder) const {
    std::set<std::string> paths;
    const auto add = [&](std::string_view path) {
        if (is_directly_in(path, folder)) paths.emplace(path);
    };
    if (files_) {
        for (const auto& [path, file] : *files_) add(path);
    } else {
        for (const EmbeddedFile& file : embedded_fixtures())
            add(file.name.substr(kFixturesRoot.size()));
    }
    if (folder_.empty()) return {paths.begin(), paths.end()};
    std::error_code trouble;
    for (const auto& entry :
         std::filesystem::directory_iterator(folder_ + '/' + std::string(folder), trouble)) {
        if (entry.path().extension() != ".json") continue;
        paths.insert(std::string(folder) + '/' + entry.path().filename().string());
    }
    return {paths.begin(), paths.end()};
}

Result<void> check_fixture(const Document& fixture, std::string_view kind) {
    const auto schema = compile_closed_schema(
        embedded_document(embedded_fixtures(), "fixtures/schema/fixtures.schema.json"),
        fmt::format("/components/schemas/{}", kind));
    if (!schema) return fail(schema.error());
    const auto violations = schema->evaluate(*fixture.root);
    if (violations.empty()) return {};
    Error error{
        ErrorCode::kInvalid,
        fmt::format("{}: {}", violations.front().instance_pointer, violations.front().message),
        fixture.where(violations.front().instance_pointer),
        {}};
    for (std::size_t i = 1; i < violations.size(); ++i) {
        error.notes.push_back(
            fmt::format("{}: {}", violations[i].instance_pointer, violations[i].message));
    }
    return fail(std::move(error));
}

}  // namespace plumbline::mock
