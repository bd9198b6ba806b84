# The installed package: headers, the static library, and what find_package(tiga) needs.
include(CMakePackageConfigHelpers)

set(tiga_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tiga)

install(DIRECTORY axes/include/ include/ TYPE INCLUDE FILES_MATCHING PATTERN "*.hpp" PATTERN "*.inc" PATTERN "*.cuh")
install(TARGETS tiga tiga_axes tiga_cuda EXPORT tiga)
install(EXPORT tiga NAMESPACE tiga:: FILE tigaTargets.cmake DESTINATION ${tiga_package_dir})

configure_package_config_file(cmake/tigaConfig.cmake.in ${PROJECT_BINARY_DIR}/tigaConfig.cmake
                              INSTALL_DESTINATION ${tiga_package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tigaConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tigaConfig.cmake ${PROJECT_BINARY_DIR}/tigaConfigVersion.cmake
        DESTINATION ${tiga_package_dir})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
