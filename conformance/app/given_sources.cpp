#include "conformance/app/given_sources.hpp"

#include "conformance/app/usage_error.hpp"
#include "spec/base/name_hint.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace plumbline::app {
namespace {

/// Adds to an error which option named the file.
template <typename Loaded>
Loaded with_option(Loaded loaded, const std::pair<const std::string, std::string>& given) {
    if (!loaded)
        loaded.error().notes.push_back("the file is that of --source " + given.first + '=' +
                                       given.second);
    return loaded;
}

}  // namespace

Result<GivenSources> GivenSources::parse(const std::vector<std::string>& options) {
    GivenSources given;
    for (const std::string& option : options) {
        const std::size_t equals = option.find('=');
        if (equals == 0 || equals == std::string::npos || equals + 1 == option.size()) {
            return usage_error("--source " + option +
                               ": expected NAME=FILE: the name of a source description, and the "
                               "file to read instead of its url");
        }
        given.files_[option.substr(0, equals)] = option.substr(equals + 1);
    }
    return given;
}

workflow::Loaders GivenSources::applied_to(const workflow::Loaders& loaders) const {
    return {[inner = loaders.apis, files = files_, opened = opened_](
                const std::string& name, const std::string& url, const std::string& suite) {
                opened->insert(name);
                const auto file = files.find(name);
                if (file == files.end()) return inner(name, url, suite);
                // Without a suite the file is relative to the current folder.
                return with_option(inner(name, file->second, ""), *file);
            },
            [inner = loaders.documents, files = files_, opened = opened_](
                const std::string& name, const std::string& url, const Document& referrer) {
                opened->insert(name);
                const auto file = files.find(name);
                if (file == files.end()) return inner(name, url, referrer);
                const std::string path = std::filesystem::absolute(file->second).string();
                return with_option(inner(name, path, referrer), *file);
            }};
}

Result<void> GivenSources::check_names(
    const std::vector<workflow::SharedDocument>& documents) const {
    std::set<std::string> declared = *opened_;
    for (const workflow::SharedDocument& document : documents) {
        const Json* sources = member(*document->root, "sourceDescriptions");
        if (!sources || !sources->is_array()) continue;
        for (const Json& source : *sources) declared.insert(string_or(source, "name", ""));
    }
    declared.erase("");
    const std::vector<std::string> names(declared.begin(), declared.end());
    for (const auto& [name, file] : files_) {
        if (declared.contains(name)) continue;
        const std::string hint = name_hint(name, names);
        return usage_error("--source " + name + '=' + file +
                           ": no suite has a source description " + name +
                           (hint.empty() ? "; expected one of " + join(names, ", ") : hint));
    }
    return {};
}

}  // namespace plumbline::app
