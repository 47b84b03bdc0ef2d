#include "conformance/app/contract_files.hpp"

#include "conformance/app/usage_error.hpp"
#include "spec/contract/document_paths.hpp"

#include <algorithm>
#include <filesystem>

namespace plumbline::app {

Result<std::shared_ptr<const Contract>> load_named_contract(const ContractFiles& files) {
    return find_documents(files.documents).and_then([](const DocumentPaths& paths) {
        return load_contract(paths.contract_folder);
    });
}

Result<Ledger> load_named_ledger(const ContractFiles& files) {
    std::string file = files.ledger;
    if (file.empty()) {
        const auto paths = find_documents(files.documents);
        if (!paths) return fail(paths.error());
        if (!paths->user_files.empty()) return Ledger{};
        if (paths->contract_folder.empty()) return load_ledger();
        file = paths->contract_folder + "/ledger.yaml";
        std::error_code ignored;
        if (!std::filesystem::exists(file, ignored)) return Ledger{};
    }
    const auto document = load_document(file);
    if (!document) return fail(document.error());
    return Ledger::load(*document);
}

std::vector<std::string> user_documents(const ContractFiles& files) {
    auto paths = find_documents(files.documents);
    return paths ? std::move(paths->user_files) : std::vector<std::string>();
}

Result<void> check_has_suites(const ContractFiles& files, const std::vector<std::string>& suites) {
    const auto paths = find_documents(files.documents);
    if (!paths) return fail(paths.error());
    const bool has_folder = !paths->contract_folder.empty();
    if (!suites.empty() || (paths->user_files.empty() && (files.ledger.empty() || has_folder)))
        return {};
    return usage_error(std::string(paths->user_files.empty() ? "--ledger names requirements"
                                                             : "--documents names documents") +
                           " of yours, but there is no suite for them",
                       "give suites; `plumbline run --api FILE` tests a document without one");
}

bool is_in(const std::vector<std::string>& files, const ApiDocument& document) {
    return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
        std::error_code ignored;
        return std::filesystem::equivalent(file, document.document().file, ignored);
    });
}

}  // namespace plumbline::app
